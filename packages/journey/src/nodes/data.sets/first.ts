import { type First, noRef } from '../shared/first.ts';

export const first: First = () => ({ action: 'add', sets: [noRef('label')] });
