import { type First, noRef } from '../shared/first.ts';

export const first: First = () => ({ integration: noRef('integration'), statement: 'select 1' });
