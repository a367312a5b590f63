import type { Read } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import { listManaged } from './monitor.repository.ts';

/** Departments over whose chats somebody looks; chats of none are seen by whoever sees those of any. */
export type Sight = 'all' | 'nothing' | readonly string[];

export const sightOf = ({ dataScope, departments }: Pick<Actor, 'dataScope' | 'departments'>): Sight =>
  dataScope === 'enterprise' ? 'all' : dataScope === 'department' ? departments : 'nothing';

export const sees = (sight: Sight, deptId: string | null): boolean =>
  sight === 'all' || (sight !== 'nothing' && (deptId === null || sight.includes(deptId)));

/** Departments in which somebody acts: administrators everywhere, others in those that they manage. */
export type Acting = 'all' | ReadonlySet<string>;

export const readActing = async (tx: Read, { enterpriseId, userId, isAdministrator }: Actor): Promise<Acting> =>
  isAdministrator ? 'all' : new Set(await listManaged(tx, enterpriseId, userId));

export const mayAct = (acting: Acting, deptId: string | null): boolean => acting === 'all' || (deptId !== null && acting.has(deptId));
