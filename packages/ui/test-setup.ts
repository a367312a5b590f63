/**
 * The page draws by one interval, which jsdom begins with the first frame that somebody asks for and ends with the last. One that begins
 * while a test has replaced the timers is theirs, and the files after it on the same page would wait for a frame for ever. So there is always
 * somebody who asks for the next frame, by the page's own function, and the interval of the first file stays.
 */
const ownFrame = window.requestAnimationFrame.bind(window);
const alive = Symbol.for('parley.test.frames');
if (!Reflect.has(window, alive)) {
  Reflect.set(window, alive, true);
  const ask = () => void ownFrame(ask);
  ask();
}
