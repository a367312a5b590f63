import { Button, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { SandboxBehaviour, type SandboxStats } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';
import { useBehave } from './sandbox.queries.ts';

const receipts = ['all', 'noRead', 'readOnly', 'none', 'reversed', 'repeated', 'beforeAnswer'] as const;
const cuts = ['none', 'before', 'after'] as const;
const approvals = ['auto', 'manual', 'reject'] as const;
const usual = SandboxBehaviour.parse({});

type Fields = Omit<SandboxBehaviour, 'failNext' | 'failShare'> & {
  failCount: number;
  failCode: string;
  sharePercent: number;
  shareCode: string;
};

const toFields = ({ failNext, failShare, ...rest }: SandboxBehaviour): Fields => ({
  ...rest,
  failCount: failNext.count,
  failCode: failNext.code,
  sharePercent: Math.round(failShare.share * 1000) / 10,
  shareCode: failShare.code,
});
/** A field that was emptied stands for its usual value. */
const toBehaviour = ({ failCount, failCode, sharePercent, shareCode, ...rest }: Fields): SandboxBehaviour => ({
  ...rest,
  delayMs: Number(rest.delayMs) || 0,
  receiptDelayMs: Number(rest.receiptDelayMs) || 0,
  perSecond: Number(rest.perSecond) || 0,
  clockShiftHours: Number(rest.clockShiftHours) || 0,
  failNext: { count: Number(failCount) || 0, code: failCode.trim() },
  failShare: { share: (Number(sharePercent) || 0) / 100, code: shareCode.trim() },
});

/** Receipts, failures, delays and the clock of the simulated vendor, and what it counted. */
export function BehaviourPanel({
  channelId,
  behaviour,
  stats,
  isMail,
  canAct,
}: {
  channelId: string;
  behaviour: SandboxBehaviour;
  stats: SandboxStats;
  /** Mails are free text whenever they are written: no clock ends a window. */
  isMail: boolean;
  canAct: boolean;
}) {
  const say = useWords(channelWords.sandbox);
  const save = useBehave(channelId);
  const form = useForm<Fields>({ initial: toFields(behaviour) });
  const apply = async (next: SandboxBehaviour) => {
    const saved = await save.mutateAsync(next);
    form.change(toFields(saved));
    showToast('success', say('saved'));
  };
  const counts = [
    ['countAccepted', stats.accepted],
    ['countRefused', stats.refused],
    ['sent', stats.byStatus.sent],
    ['delivered', stats.byStatus.delivered],
    ['read', stats.byStatus.read],
    ['countDuplicates', stats.duplicates],
    ['countWaiting', stats.receiptsWaiting],
    ['countLost', stats.lostCallbacks],
  ] as const;

  return (
    <Panel title={say('behaviour')}>
      <dl className={classes.counts} aria-label={say('counts')}>
        {counts.map(([word, count]) => (
          <div key={word}>
            <dt>{say(word)}</dt>
            <dd className="tabular">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <form onSubmit={form.submit((fields) => void apply(toBehaviour(fields)).catch(() => {}))}>
        <Stack gap="sm">
          <NativeSelect
            label={say('receipts')}
            data={receipts.map((value) => ({ value, label: say(`receipts_${value}`) }))}
            {...form.field('receipts')}
            disabled={!canAct}
          />
          <Group grow align="end">
            <NumberInput
              label={say('receiptDelay')}
              min={0}
              max={600_000}
              step={100}
              {...form.field('receiptDelayMs')}
              disabled={!canAct}
            />
            <NumberInput label={say('answerDelay')} min={0} max={60_000} step={100} {...form.field('delayMs')} disabled={!canAct} />
          </Group>
          <Group grow align="end">
            <NumberInput label={say('failNext')} min={0} max={1_000_000} {...form.field('failCount')} disabled={!canAct} />
            <TextInput label={say('failNextCode')} maxLength={60} placeholder="131026" {...form.field('failCode')} disabled={!canAct} />
          </Group>
          <Group grow align="end">
            <NumberInput label={say('failShare')} min={0} max={100} decimalScale={1} {...form.field('sharePercent')} disabled={!canAct} />
            <TextInput label={say('failShareCode')} maxLength={60} placeholder="131026" {...form.field('shareCode')} disabled={!canAct} />
          </Group>
          <small className={classes.dim}>{say('codeHint')}</small>
          <NativeSelect
            label={say('cut')}
            data={cuts.map((value) => ({ value, label: say(`cut_${value}`) }))}
            {...form.field('cut')}
            disabled={!canAct}
          />
          <Group grow align="end">
            <NumberInput label={say('perSecond')} min={0} max={100_000} {...form.field('perSecond')} disabled={!canAct} />
            {isMail ? null : <NumberInput label={say('clock')} min={0} max={1000} {...form.field('clockShiftHours')} disabled={!canAct} />}
          </Group>
          {isMail ? null : <small className={classes.dim}>{say('clockHint')}</small>}
          <NativeSelect
            label={say('approve')}
            data={approvals.map((value) => ({ value, label: say(`approve_${value}`) }))}
            {...form.field('approve')}
            disabled={!canAct}
          />
          {form.draft.approve === 'reject' ? (
            <TextInput label={say('rejectReason')} maxLength={200} {...form.field('rejectReason')} disabled={!canAct} />
          ) : null}
          <Switch label={say('light')} description={say('lightHint')} {...form.box('isLight')} disabled={!canAct} />
          {canAct ? (
            <Group>
              <Button type="submit" loading={save.isPending}>
                {say('save')}
              </Button>
              <Button variant="default" disabled={save.isPending} onClick={() => void apply(usual).catch(() => {})}>
                {say('usual')}
              </Button>
            </Group>
          ) : null}
        </Stack>
      </form>
    </Panel>
  );
}
