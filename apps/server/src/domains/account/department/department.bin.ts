import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition, Missing } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import { renewSockets } from '../access/role.service.ts';
import { holdCalendar } from '../calendar/calendar.repository.ts';
import { departmentRecord } from './department.record.ts';
import { listMemberIds, lockDepartments, updateDepartment } from './department.repository.ts';
import { closesCircle } from './department.rules.ts';

const longestName = 120;

/** Its users have stayed noted, so they are of it again. */
export const departmentBin: BinDefinition = {
  edit: endpoints.departments.update,
  async restore(ctx, tx, { recordId, name: former }) {
    const { enterpriseId } = ctx;
    const known = await lockDepartments(tx, enterpriseId);
    const row = await tx
      .selectFrom('departments')
      .select(['fallbackId', 'calendarId', 'version'])
      .where('enterpriseId', '=', enterpriseId)
      .where('departmentId', '=', recordId)
      .where('deletedAt', 'is not', null)
      .executeTakeFirstOrThrow();
    const isTaken = async (candidate: string) =>
      (await tx
        .selectFrom('departments')
        .select('departmentId')
        .where('enterpriseId', '=', enterpriseId)
        .where('deletedAt', 'is', null)
        .where(sql`lower(name)`, '=', candidate.toLowerCase())
        .executeTakeFirst()) !== undefined;
    const name = await findFreeName(former, isTaken, { longest: longestName });
    const { fallbackId } = row;
    const keepsFallback =
      fallbackId === null || (known.some(({ departmentId }) => departmentId === fallbackId) && !closesCircle(known, recordId, fallbackId));
    const keepsCalendar = row.calendarId === null || (await holdCalendar(tx, enterpriseId, row.calendarId));
    const change = {
      name,
      deletedAt: null,
      fallbackId: keepsFallback ? fallbackId : null,
      calendarId: keepsCalendar ? row.calendarId : null,
      version: row.version + 1,
    };
    await changing(ctx, tx, departmentRecord, recordId, 'restore', () => updateDepartment(tx, enterpriseId, recordId, change));
    const memberIds = await listMemberIds(tx, enterpriseId, recordId);
    afterCommit(tx, () => renewSockets(ctx, memberIds));
    const missing: Missing[] = [];
    if (!keepsFallback) missing.push({ kind: 'department', count: 1 });
    if (!keepsCalendar) missing.push({ kind: 'calendar', count: 1 });
    return { name, missing };
  },
  async purge({ enterpriseId }, tx, entries) {
    const ids = entries.map(({ recordId }) => recordId);
    await tx
      .updateTable('departments')
      .set({ fallbackId: null })
      .where('enterpriseId', '=', enterpriseId)
      .where('fallbackId', 'in', ids)
      .execute();
    await tx
      .deleteFrom('departments')
      .where('enterpriseId', '=', enterpriseId)
      .where('departmentId', 'in', ids)
      .where('deletedAt', 'is not', null)
      .execute();
  },
};
