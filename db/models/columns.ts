import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize'

/** Microseconds, as every time of ours is kept; Sequelize's own default drops the fraction. */
export const TIME = DataTypes.DATE(6)
export const ID = DataTypes.BIGINT.UNSIGNED
export const primaryKey = { type: ID, primaryKey: true, autoIncrement: true }

/** A value kept as JSON text: MariaDB has no JSON type of its own, so MySQL's is not used either. */
export function json(name: string): ModelAttributeColumnOptions {
  return {
    type: DataTypes.TEXT('medium'),
    get() {
      const text = this.getDataValue(name) as string | null
      return text === null ? null : (JSON.parse(text) as unknown)
    },
    set(value: unknown) {
      this.setDataValue(name, value === null ? null : JSON.stringify(value))
    },
  }
}
