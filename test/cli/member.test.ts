import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { failing, tolbor } from './tolbor.ts'

describe('members on the command line', () => {
  async function givenProject(...more: string[]): Promise<string[]> {
    const { id } = await tolbor('project', 'create', '--name', 'Shop', ...more)
    return ['--project', String(id)]
  }
  const rolesIn = async (project: string[]) =>
    (await tolbor('member', 'list', ...project)).map(({ email, role }: Record<string, string>) => [
      email,
      role,
    ])

  it('begin with the owner that project create names', async () => {
    expect(await rolesIn(await givenProject('--email', 'Me@Shop.test'))).to.deep.equal([
      ['me@shop.test', 'owner'],
    ])
    expect(await rolesIn(await givenProject())).to.deep.equal([])
  })

  it('are named when a project is created, otherwise the command that adds the first owner', async () => {
    const create = ['project', 'create', '--name', 'Shop']
    const { stdout: named } = await run([...create, '--email', 'me@shop.test'])
    expect(named).to.match(/me@shop\.test can sign in at http\S+\/dashboard/)
    const { stdout } = await run(create)
    expect(stdout).to.match(
      /No one can sign in .*: bin\/tolbor member add you@example\.com --project \d+ --role owner/,
    )
  })

  it('do not include the address that project update sets, but its output names the command', async () => {
    const project = await givenProject()
    const update = ['project', 'update', project[1]!, '--email', 'me@shop.test']
    const { stdout } = await run(update)
    expect(stdout).to.include(`bin/tolbor member add me@shop.test --project ${project[1]} --role owner`)
    expect(await rolesIn(project)).to.deep.equal([])
    await tolbor('member', 'add', 'me@shop.test', ...project, '--role', 'owner')
    expect((await run(update)).stdout).to.not.include('member add')
  })

  it('are added, change their role, and are removed', async () => {
    const project = await givenProject('--email', 'me@shop.test')
    const added = await tolbor('member', 'add', 'Saraa@Shop.test', ...project, '--name', 'Saraa')
    expect(added).to.include({ email: 'saraa@shop.test', name: 'Saraa', role: 'staff' })
    const changed = await tolbor('member', 'add', 'saraa@shop.test', ...project, '--role', 'viewer')
    expect(changed).to.include({ id: added.id, name: 'Saraa', role: 'viewer' })
    expect(await rolesIn(project)).to.deep.equal([
      ['me@shop.test', 'owner'],
      ['saraa@shop.test', 'viewer'],
    ])
    const { stdout } = await run(['member', 'list', ...project])
    expect(stdout)
      .to.match(/EMAIL +ROLE +NAME +SINCE/)
      .and.match(/saraa@shop\.test +viewer +Saraa/)
    await tolbor('member', 'remove', 'SARAA@shop.test', ...project)
    expect(await rolesIn(project)).to.deep.equal([['me@shop.test', 'owner']])
  })

  it('are one person in several projects', async () => {
    const [one, two] = [await givenProject(), await givenProject()]
    const ids = await Promise.all(
      [one, two].map(async (project) => (await tolbor('member', 'add', 'both@shop.test', ...project)).id),
    )
    expect(ids[0]).to.equal(ids[1])
    await tolbor('member', 'remove', 'both@shop.test', ...one)
    expect(await rolesIn(two)).to.have.length(1)
  })

  it('keep the last owner, who can be neither removed nor demoted', async () => {
    const project = await givenProject('--email', 'me@shop.test')
    for (const args of [
      ['remove', 'me@shop.test'],
      ['add', 'me@shop.test', '--role', 'staff'],
    ])
      expect((await failing('member', ...args, ...project)).error.message).to.include('is the last owner')
    await tolbor('member', 'add', 'two@shop.test', ...project, '--role', 'owner')
    const both = await Promise.all(
      ['me@shop.test', 'two@shop.test'].map((email) => run(['member', 'remove', email, ...project])),
    )
    expect(both.map(({ code }) => code).sort(), 'two removals at once').to.deep.equal([0, 1])
  })

  it('are refused with every problem at once', async () => {
    const project = await givenProject()
    const { error } = await failing('member', 'add', 'nobody', ...project, '--role', 'king', '--name', ' ')
    expect(error.message).to.include("'nobody'").and.include('viewer').and.include('255')
    expect((await failing('member', 'remove', 'x@y.mn', ...project)).error.message).to.include(
      'no such member',
    )
    expect((await failing('member', 'list', '--project', '999999')).error.message).to.include(
      'no such project',
    )
  })
})
