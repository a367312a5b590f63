import type * as runtime from 'preact/jsx-runtime';
import { kit } from './kit.ts';

export const { Fragment, jsx, jsxs } = kit().runtime as typeof runtime;
