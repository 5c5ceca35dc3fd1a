import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../../dev/processes.ts'

/** A small disk: a file with a file system, mounted on a folder. Only root can mount it, on Linux. */
export class Disk {
  readonly #folder: string
  readonly #image: string

  constructor(folder: string, megabytes: number) {
    this.#folder = folder
    this.#image = `${folder}.img`
    mkdirSync(folder, { recursive: true })
    try {
      execFileSync('truncate', ['--size', `${megabytes}M`, this.#image])
      execFileSync('mkfs.ext4', ['-q', this.#image], { stdio: 'pipe' })
      execFileSync('mount', ['-o', 'loop', this.#image, folder], { stdio: 'pipe' })
    } catch (error) {
      rmSync(this.#image, { force: true })
      throw new UserError(`No disk can be mounted for this case. Run it as root on Linux. (${String(error)})`)
    }
  }

  /** Fills all free space. */
  fill(): void {
    try {
      writeFileSync(join(this.#folder, 'filler'), '')
      execFileSync('dd', ['if=/dev/zero', `of=${join(this.#folder, 'filler')}`, 'bs=4k'], { stdio: 'pipe' })
    } catch {
      // dd ends with an error when the disk is full
    }
  }

  /** Frees the filled space. */
  free(): void {
    rmSync(join(this.#folder, 'filler'), { force: true })
  }

  remove(): void {
    Disk.unmount(this.#folder)
    rmSync(this.#image, { force: true })
  }

  /** Unmounts the disk at a folder, if there is one. An interrupted run leaves it. */
  static unmount(folder: string): void {
    spawnSync('umount', [folder])
  }
}
