import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { find } from '../../bin/lib/system.ts'

const units = readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`)
const text = (file: string) => readFileSync(file, 'utf8')

/** Process → command. */
const procfile = new Map(
  Array.from(text('Procfile').matchAll(/^(\w+): (.+)$/gm), ([, name = '', command = '']) => [name, command]),
)

describe('what is deployed', () => {
  it('has a systemd unit for each process, with its command', () => {
    const commands = units.map((file) => [
      /tolbor-(\w+)\.service$/.exec(file)?.[1],
      /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(text(file))?.[1],
    ])
    expect(new Map(commands as [string, string][])).to.deep.equal(new Map([...procfile].sort()))
  })

  it('is an image that starts web, and by the commands of the guide the others', () => {
    const [, command = ''] = /^CMD (.+)$/m.exec(text('deploy/Containerfile'))!
    expect((JSON.parse(command) as string[]).join(' ')).to.equal(procfile.get('web'))
    const told = Array.from(
      text('docs/guides/proxy.md').matchAll(/^podman run .* tolbor (node .+)$/gm),
      ([, run]) => run,
    )
    expect(told).to.have.members([...procfile.values()])
  })

  const analyze = find('systemd-analyze')
  if (analyze)
    it('has units that systemd finds nothing wrong with', () => {
      const { status, stderr } = spawnSync(analyze, ['verify', ...units], { encoding: 'utf8' })
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
    })
  else console.log('    systemd-analyze is not on this machine: the units are not tried.')
})
