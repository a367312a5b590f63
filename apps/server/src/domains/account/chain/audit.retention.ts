import { sql } from 'kysely';
import { checkpointText, dropText } from '#platform/audit/seal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { renderMail } from '../mail/mail.template.ts';
import { closeSegment, readSegments, sealEntries } from './audit.chain.ts';
import { findAuditSettings } from './audit.settings.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The end of the chain as it stands, signed and mailed once a day to the recipients that the enterprise has chosen. */
async function sendCheckpoint(deps: Deps, ctx: EnterpriseContext): Promise<void> {
  const { enterpriseId } = ctx;
  await sealEntries(ctx);
  await ctx.transaction(async (tx) => {
    const settings = await findAuditSettings(tx, enterpriseId);
    const last = await tx
      .selectFrom('auditChain')
      .select(['number', 'link'])
      .where('enterpriseId', '=', enterpriseId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!last || !settings || settings.checkpointEmails.length === 0) return;
    const checkpoint = { enterpriseId, ...last, at: ctx.now() };
    const signature = deps.auditKeys.sign(checkpointText(checkpoint));
    const made = await tx
      .insertInto('auditCheckpoints')
      .values({ ...checkpoint, day: dayOf(checkpoint.at), signature })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (made) await mailCheckpoint(deps, tx, settings.checkpointEmails, checkpointText(checkpoint), signature);
  });
}

async function mailCheckpoint(deps: Deps, tx: Tx, emails: readonly string[], text: string, signature: Buffer): Promise<void> {
  const [, enterpriseId = '', number, hash, at] = JSON.parse(text) as [string, string, number, string, string];
  const brand = await readMailBrand(deps, tx, enterpriseId);
  for (const to of emails)
    await queueMail(
      deps,
      tx,
      renderMail(to, brand, {
        subject: `${brand.info.title}: checkpoint of the audit trail, ${dayOf(new Date(at))}`,
        greeting: `On ${at} the audit trail had ${number} entries.`,
        paragraphs: [
          `The hash of the last entry: ${hash}`,
          'Please keep this mail. Whoever changes or removes one of these entries later changes this hash: an exported trail shows it.',
          `Signed text: ${text}`,
          `Signature (Ed25519): ${signature.toString('base64')}`,
        ],
        action: { label: 'Open the audit trail', url: `${deps.publicUrl()}/admin/audit_trail` },
      }),
    );
}

/** Lets the oldest segments go, one at a time, that are older than the enterprise keeps its trail. @returns how many went */
export async function dropOldSegments(deps: Pick<Deps, 'auditKeys'>, ctx: EnterpriseContext, keptDays: number): Promise<number> {
  for (let dropped = 0; ; dropped += 1) {
    const isDone = await ctx.transaction(async (tx) => {
      const { rows } = await sql<{ firstNumber: number }>`select first_number from droppable_audit_segment(${keptDays})`.execute(tx);
      const segment = (await readSegments(tx, ctx.enterpriseId)).find(({ firstNumber }) => firstNumber === rows[0]?.firstNumber);
      if (!segment) return true;
      const at = ctx.now();
      const signature = deps.auditKeys.sign(dropText(segment, at));
      await sql`select drop_audit_segment(${segment.firstNumber}, ${keptDays}, ${at}, ${signature})`.execute(tx);
      return false;
    });
    if (isDone) return dropped;
  }
}

/** Does the trails' daily work: sends due checkpoints and drops entries older than their retention. */
export async function tendTrails(deps: Deps): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string }>`select enterprise_id from trails_to_tend(${dayOf(deps.now())})`.execute(deps.db);
  for (const { enterpriseId } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    await sendCheckpoint(deps, ctx);
    const settings = await ctx.read((tx) => findAuditSettings(tx, enterpriseId));
    if (!settings?.keptDays) continue;
    while (await closeSegment(ctx, deps.auditKeys)) {
      // Old entries are dropped by whole segments, so the segments are closed first.
    }
    await dropOldSegments(deps, ctx, settings.keptDays);
  }
}
