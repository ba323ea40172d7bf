// Loaded before the app, and run in its pages. After `stopClock()` it is always the same moment, and each reading of the clock is a millisecond
// later. The app starts with the real time, by which it tells abandoned files from those that are being written.
const RealDate = Date;
let now = 0;
const read = () => (now === 0 ? RealDate.now() : now++);
globalThis.stopClock = () => {
  now = RealDate.UTC(2026, 2, 14, 9, 26);
};
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, own) => Reflect.construct(target, args.length === 0 ? [read()] : args, own),
  apply: () => new RealDate(read()).toString(),
  get: (target, name) => (name === "now" ? read : Reflect.get(target, name)),
});
