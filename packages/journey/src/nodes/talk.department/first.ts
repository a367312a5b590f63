import { type First, noRef } from '../shared/first.ts';

export const first: First = () => ({ department: noRef('department') });
