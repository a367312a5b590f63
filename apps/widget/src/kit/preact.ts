import type * as preact from 'preact';
import { kit } from './kit.ts';

/** Preact of the script itself: a part brings none of its own. */
export const { Fragment, h } = kit().preact as typeof preact;
