import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'talk.department'> = ({ department }) => department.name;
