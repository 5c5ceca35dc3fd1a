// Preloaded by `node --import`: a machine whose clock is wrong by CLOCK_WRONG_BY seconds.
const wrongBy = Number(process.env.CLOCK_WRONG_BY) * 1_000
const Right = Date
const now = () => Right.now() + wrongBy

globalThis.Date = new Proxy(Right, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new Right(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
