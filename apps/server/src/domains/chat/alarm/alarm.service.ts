import { type AlarmKind, type AlarmLimits, alarmKinds, type ChatAlarm, type NoticeWords } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { listUserRights, notify, readEnterpriseName } from '../../account/door.ts';
import { isInScope } from '../access/chat.scope.ts';
import { assertMayChange } from '../settings/settings.service.ts';
import { alarmChanged } from './alarm.events.ts';
import { chatAlarmRecord } from './alarm.record.ts';
import {
  type AlarmRow,
  deleteAlarm,
  insertAlarm,
  type LimitsRow,
  listLostAlarms,
  lockLimits,
  updateAlarm,
  updateLimits,
} from './alarm.repository.ts';
import { type AlarmFigures, alarm, type Limits, type Ringing } from './alarm.rules.ts';

const mostTold = 500;

export const presentLimits = (row: LimitsRow | null | undefined): AlarmLimits => ({
  waitSeconds: row?.waitSeconds ?? 0,
  unansweredSeconds: row?.unansweredSeconds ?? 0,
  queueLength: row?.queueLength ?? 0,
  nobodyOnline: row?.nobodyOnline ?? false,
  version: row?.version ?? 0,
});

export const presentAlarm = ({ deptId, departmentName, kind, since, figure, limitValue }: Omit<AlarmRow, 'enterpriseId'>): ChatAlarm => ({
  departmentId: deptId ?? '',
  departmentName,
  kind,
  since: since.toISOString(),
  figure,
  limit: limitValue,
});

type Save = Limits & { departmentId: string; version: number };

/** Limits take effect with the next look. @throws DomainError department.not_found, record.changed or 1403 */
export function saveLimits(ctx: Ctx, { departmentId, version, ...limits }: Save): Promise<AlarmLimits> {
  const { enterpriseId, actor } = ctx;
  const deptId = departmentId || null;
  return ctx.transaction(async (tx) => {
    await assertMayChange(tx, actor, deptId);
    const row = await lockLimits(tx, enterpriseId, deptId);
    const id = deptId ?? enterpriseId;
    await assertVersion(ctx, tx, chatAlarmRecord, { id, version: row.version }, version);
    const saved = { ...limits, version: row.version + 1 };
    await changing(ctx, tx, chatAlarmRecord, id, 'edit', () => updateLimits(tx, enterpriseId, row.limitsId, saved));
    return saved;
  });
}

/** A department whose alarms are decided. @property ringing those that ring now */
export type Watched = {
  deptId: string | null;
  name: string;
  figures: AlarmFigures;
  limits: Limits;
  ringing: readonly Omit<AlarmRow, 'enterpriseId'>[];
};
type Change = { kind: AlarmKind; before: Omit<AlarmRow, 'enterpriseId'> | undefined; after: Ringing | null };

const toRinging = ({ since, belowSince, figure, limitValue }: Omit<AlarmRow, 'enterpriseId'>): Ringing => ({
  since,
  belowSince,
  figure,
  limit: limitValue,
});

/** The alarms of a department that differ from now on. */
function findChanges({ figures, limits, ringing }: Watched, now: Date): Change[] {
  return alarmKinds.flatMap((kind) => {
    const before = ringing.find((row) => row.kind === kind);
    const after = alarm(kind, before ? toRinging(before) : null, figures, limits, now);
    const isSame = (after === null) === !before && after?.belowSince?.getTime() === before?.belowSince?.getTime();
    return isSame ? [] : [{ kind, before, after }];
  });
}

/** Writes what has changed of alarms, and tells those who look over the department. What another worker has told already is told once. */
export async function settleAlarms(ctx: EnterpriseContext, departments: readonly Watched[]): Promise<void> {
  const now = ctx.now();
  for (const department of departments) {
    const changes = findChanges(department, now);
    if (changes.length > 0)
      await ctx.transaction(async (tx) => {
        for (const change of changes) await settle(ctx, tx, department, change);
      });
  }
}

/** Ends alarms of departments that were deleted, and tells those who hear them. */
export async function endLostAlarms(ctx: EnterpriseContext): Promise<void> {
  const { enterpriseId } = ctx;
  const lost = await ctx.read((tx) => listLostAlarms(tx, enterpriseId));
  if (lost.length === 0) return;
  await ctx.transaction(async (tx) => {
    for (const row of lost)
      if (await deleteAlarm(tx, enterpriseId, row.alarmId))
        await ctx.events.record(tx, alarmChanged, { alarm: presentAlarm(row), isOn: false });
  });
}

async function settle(ctx: EnterpriseContext, tx: Tx, { deptId, name }: Watched, { kind, before, after }: Change): Promise<void> {
  const { enterpriseId } = ctx;
  const tell = ({ since, figure, limit }: Ringing, isOn: boolean) =>
    ctx.events.record(tx, alarmChanged, {
      alarm: { departmentId: deptId ?? '', departmentName: name, kind, since: since.toISOString(), figure, limit },
      isOn,
    });
  if (!before && after) {
    if (!(await insertAlarm(tx, enterpriseId, deptId, kind, after))) return;
    await tell(after, true);
    await ring(ctx, tx, { deptId, name }, kind, after);
  } else if (before && !after) {
    if (await deleteAlarm(tx, enterpriseId, before.alarmId)) await tell(toRinging(before), false);
  } else if (before && after) await updateAlarm(tx, enterpriseId, before.alarmId, after.belowSince);
}

const words: Record<AlarmKind, (department: string, figure: number) => NoticeWords> = {
  wait: (department, figure) => ({ code: 'chat.alarm_wait', values: { department, minutes: String(Math.floor(figure / 60)) } }),
  unanswered: (department, figure) => ({
    code: 'chat.alarm_unanswered',
    values: { department, minutes: String(Math.floor(figure / 60)) },
  }),
  queue: (department, figure) => ({ code: 'chat.alarm_queue', values: { department, count: String(figure) } }),
  nobody: (department) => ({ code: 'chat.alarm_nobody', values: { department } }),
};

/** Tells users who look over the department, by the ways that they have chosen. Chats of no department are the enterprise's. */
async function ring(
  ctx: EnterpriseContext,
  tx: Tx,
  { deptId, name }: Pick<Watched, 'deptId' | 'name'>,
  kind: AlarmKind,
  { figure }: Ringing,
): Promise<void> {
  const { enterpriseId } = ctx;
  const users = await listUserRights(ctx, tx, { permission: 'CHAT.VIEW_MONITOR', limit: mostTold });
  const told = users.filter((user) => isInScope(user, { deptId })).map(({ userId }) => userId);
  const department = name || (await readEnterpriseName(tx, enterpriseId));
  await notify(ctx, tx, told, {
    kind: 'chat_alarm',
    ...words[kind](department, figure),
    link: `/chat/monitor?department=${deptId ?? 'none'}`,
    cause: `chat_alarm:${deptId ?? 'none'}:${kind}`,
  });
}
