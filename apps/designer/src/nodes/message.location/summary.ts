import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'message.location'> = ({ name, latitude, longitude }, { text }) => text(name) || `${latitude}, ${longitude}`;
