import * as React from 'react';

/**
 * React's development build keeps a stack trace of each element that is drawn, so that a warning can name its owners. No test reads them, and
 * they took 4 % (bots) and 20 % (intents) of the processor time of two files of the console. React keeps none once it has counted 10,000 within a second, so its counter
 * stands at infinity. This counter is internal to React: where a version of it has none, the tests are slower and nothing else changes.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals && typeof internals === 'object' && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {}, configurable: true });

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
