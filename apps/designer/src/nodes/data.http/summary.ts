import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'data.http'> = ({ method, address }) => `${method} ${address}`;
