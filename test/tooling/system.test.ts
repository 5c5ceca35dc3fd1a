import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { mariadbPackage, redisPackage } from '../../dev/servers.ts'
import { missingSentence } from '../../dev/system.ts'

describe('the message about missing programs', () => {
  const servers = Object.keys({ ...mariadbPackage, ...redisPackage })

  it('has the line for Homebrew on a Mac, which the README has too', () => {
    expect(missingSentence(servers, 'darwin')).to.equal(
      'Missing on this machine: mariadb-server, redis-server.\n' +
        'Install them with Homebrew: brew install mariadb redis\n' +
        'Then run this again.',
    )
    expect(readFileSync('README.md', 'utf8')).to.match(/`brew install .*mariadb redis`/)
  })

  it('names no package that Homebrew lacks', () => {
    expect(missingSentence(['chromium-headless-shell', 'php-cli', 'prometheus'], 'darwin'))
      .to.include('brew install php prometheus\n')
      .and.include('set CHROMIUM')
    expect(missingSentence(['chromium-headless-shell'], 'darwin')).to.not.include('brew')
  })

  it('names the package manager on another Linux', () => {
    expect(missingSentence(servers, 'linux')).to.include('package manager').and.not.include('brew')
  })
})
