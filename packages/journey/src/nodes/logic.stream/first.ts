import { type First, noRef } from '../shared/first.ts';

export const first: First = () => ({ stream: noRef('stream') });
