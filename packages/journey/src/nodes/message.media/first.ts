import { type First, noRef } from '../shared/first.ts';

export const first: First = () => ({ media: { kind: 'library', media: noRef('media') } });
