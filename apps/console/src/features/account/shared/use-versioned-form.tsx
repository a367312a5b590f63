import { Skeleton } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { openDialog } from '../../../lib/dialogs.ts';
import { differs } from '../../../lib/differs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { compareThree, keepBoth } from '../../../lib/three-ways.ts';
import { commonWords } from '../../../locales/common.ts';
import type { ConflictLabels, Resolution } from './conflict-dialog.tsx';

const ConflictDialog = late(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog));

/** A record as a form holds it, and the version that it was read at. */
export type Loaded<D> = { values: D; version: number };

export type VersionedFormOptions<D extends object> = ConflictLabels & {
  /** Current values of the form. */
  typed: D;
  /** Last version that the screen has read; undefined for a new record. */
  latest: Loaded<D> | undefined;
  /** Reads what stands now, past the cache. */
  load: (client: QueryClient) => Promise<Loaded<D>>;
  /** Puts values into the form. @param saved what they are a change of */
  onTake: (values: D, saved: D) => void;
};

const isChangedMeanwhile = (error: unknown): boolean => describeFailure(error).code === 'record.changed';

/**
 * The form of a record that others may save meanwhile (screens 0.1). It holds what it was opened with beside what is typed: while nothing is
 * typed, what the screen reads anew takes its place; a save that somebody else was quicker than asks whether to reload, to compare or to keep
 * both, and overwrites nothing unasked.
 */
export function useVersionedForm<D extends object>({ typed, latest, load, onTake, ...labels }: VersionedFormOptions<D>) {
  const client = useQueryClient();
  const opened = useRef(latest);
  const take = (next: Loaded<D>, values: D) => {
    opened.current = next;
    onTake(values, next.values);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is anything to take
  useEffect(() => {
    const before = opened.current;
    if (!latest || (before && latest.version <= before.version)) return;
    if (before && differs(typed, before.values)) return;
    take(latest, latest.values);
  }, [latest?.version]);

  /** @returns undefined when somebody was quicker and the form was left, or took what they had saved */
  async function save<T>(write: (values: D, version: number | undefined) => Promise<T>, values: D = typed): Promise<T | undefined> {
    const before = opened.current;
    try {
      return await write(values, before?.version);
    } catch (error) {
      if (!before || !isChangedMeanwhile(error)) throw error;
      const stands = await load(client);
      const differences = compareThree(before.values, stands.values, values);
      const resolution = await askConflict(error, { differences, labels });
      if (!resolution) return undefined;
      const next = resolution === 'reload' ? stands.values : keepBoth(values, differences, resolution.choices);
      take(stands, next);
      return resolution === 'reload' ? undefined : save(write, next);
    }
  }

  return {
    save,
    /** Keeps the saved version, for a form that stays open after saving. */
    settle: (saved: Loaded<D>) => {
      opened.current = saved;
    },
  };
}

type Asked = { differences: ReturnType<typeof compareThree>; labels: ConflictLabels };

/** @returns undefined for back to the form */
async function askConflict(error: unknown, asked: Asked): Promise<Resolution | undefined> {
  const { changedBy, changedAt } = describeFailure(error).data;
  let resolution: Resolution | undefined;
  await openDialog({
    type: 'conflict',
    title: commonWords.ui('changedBy', {
      name: String(changedBy) || commonWords.ui('somebody'),
      time: formatReportDate(String(changedAt)),
    }),
    form: (close) => (
      <Suspense fallback={<Skeleton height={120} />}>
        <ConflictDialog
          {...asked}
          onResolve={(found) => {
            resolution = found;
            close(true);
          }}
          onCancel={() => close(false)}
        />
      </Suspense>
    ),
  });
  return resolution;
}
