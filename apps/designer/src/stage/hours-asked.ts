/** Apart, since it brings the reader of expressions along, which nobody needs who only looks at a stream. */
export { calendarsOf } from '@parley/journey';
