// Preloaded with `node --import`: simulates a machine whose clock is wrong by CLOCK_WRONG_BY seconds.
const wrongBy = Number(process.env.CLOCK_WRONG_BY) * 1_000
const RealDate = Date
const now = () => RealDate.now() + wrongBy

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
