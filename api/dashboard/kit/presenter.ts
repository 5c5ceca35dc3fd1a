import { may, type Permission } from '../../../common/domain/members/role.ts'
import {
  formatAmount,
  formatDate,
  formatShortDateTime,
  formatTime,
  zoneName,
} from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { type Translate, translate } from '../../../common/services/text/translate.ts'
import type { Row } from '../../pages/kit/row.ts'
import type { Mode } from '../addresses.ts'
import type { ProjectInput } from '../frame.ts'

/** Turns the values of an object into the texts of a page, for one member, in their language and the shop's time zone. */
export class Presenter {
  readonly t: Translate
  readonly locale: Locale
  readonly input: ProjectInput
  /** Whether the page shows a time, so that it must name the time zone. */
  hasTimes = false

  constructor(input: ProjectInput) {
    this.input = input
    this.locale = input.locale
    this.t = translate(input.locale)
  }

  /** Formats an amount in the smallest unit, by default of the project's currency. */
  money(amount: Amount, currency: string = this.input.project.currency): string {
    return formatAmount(amount, currency, this.locale)
  }

  /** Formats the day of a time. */
  date(time: string | Date): string {
    return formatDate(new Date(time), this.input.project.timezone, this.locale)
  }

  /** Formats a time without its zone, which `zone` returns. */
  time(time: string | Date): string {
    this.hasTimes = true
    return formatShortDateTime(new Date(time), this.input.project.timezone, this.locale)
  }

  /** Formats a time of a day that is named above it. */
  clock(time: string | Date): string {
    this.hasTimes = true
    return formatTime(new Date(time), this.input.project.timezone, this.locale)
  }

  /** Returns a time as a fact; empty without one. */
  timeRow(label: string, at: string | Date | null | undefined): Row[] {
    return at ? [{ label, text: this.time(at) }] : []
  }

  /** Returns the name of the time zone of all times of the page. */
  zone(time: string | Date = this.input.project.createdAt): string {
    return zoneName(new Date(time), this.input.project.timezone, this.locale)
  }

  /** Returns the address of a page of this project and mode, by its path below them. */
  page(path: string, query: Record<string, string> = {}): string {
    const { addresses, project } = this.input
    return addresses.inProject(project.id, this.mode, path, query)
  }

  get mode(): Mode {
    return this.input.isTest ? 'test' : 'live'
  }

  /** Returns whether the member may do something. */
  may(permission: Permission): boolean {
    return may(this.input.role, permission)
  }
}
