import { useDebouncedCallback } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { differs } from '../../../../lib/differs.ts';
import { useUnsavedGuard } from '../../../../lib/use-unsaved-guard.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { type Loaded, useVersionedForm } from '../../../account/shared/use-versioned-form.tsx';
import { activityKeys, campaignKeys } from '../campaign.queries.ts';
import { findUnsavable, type PlanDraft, stepOf } from './plan-draft.ts';

/** Pause after typing before the form saves, in milliseconds. */
export const autosaveMs = 1200;

export type PlanStore = {
  load: (client: QueryClient) => Promise<Loaded<PlanDraft>>;
  save: (draft: PlanDraft, version: number) => Promise<Loaded<PlanDraft>>;
};
export type SaveState = { state: 'saved'; at: Date | undefined } | { state: 'saving' } | { state: 'failed'; error: unknown };

/**
 * The draft of a plan, which is saved by itself: when typing rests, and before another step. One save is under way at a time; what is typed
 * meanwhile is saved after it. Somebody else's save in between asks, and overwrites nothing.
 */
export function usePlanForm(record: Loaded<PlanDraft>, store: PlanStore) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(record.values);
  const [saved, setSaved] = useState(record.values);
  const [status, setStatus] = useState<SaveState>({ state: 'saved', at: undefined });
  const now = useRef({ draft, saved });
  now.current = { draft, saved };
  const flight = useRef<Promise<boolean>>(undefined);
  const unsavable = findUnsavable(draft);
  const isDirty = differs(draft, saved);
  useUnsavedGuard(() => differs(now.current.draft, now.current.saved), { staysOnPath: true });

  const take = (values: PlanDraft, stands: PlanDraft) => {
    now.current = { draft: values, saved: stands };
    setDraft(values);
    setSaved(stands);
  };
  const versioned = useVersionedForm<PlanDraft>({
    typed: draft,
    latest: record,
    load: store.load,
    onTake: take,
    // A field of the plan is told by its step; the name and the description by themselves.
    nameOf: (path) => (path.startsWith('plan.') ? campaignWords.plan(`step_${stepOf(path)}`) : undefined),
  });

  const write = async (): Promise<boolean> => {
    const values = now.current.draft;
    if (!differs(values, now.current.saved)) return true;
    if (Object.keys(findUnsavable(values)).length > 0) return false;
    setStatus({ state: 'saving' });
    try {
      const stored = await versioned.save((next, version) => store.save(next, version ?? record.version), values);
      if (stored) {
        versioned.settle(stored);
        // The server's values replace the sent ones, unless more was typed meanwhile.
        if (differs(now.current.draft, values)) {
          now.current.saved = stored.values;
          setSaved(stored.values);
        } else take(stored.values, stored.values);
        // The lists and pages that show it read it again when they are opened.
        void client.invalidateQueries({ queryKey: campaignKeys.all, refetchType: 'none' });
        void client.invalidateQueries({ queryKey: activityKeys.all, refetchType: 'none' });
      }
      setStatus({ state: 'saved', at: new Date() });
      return stored !== undefined;
    } catch (error) {
      setStatus({ state: 'failed', error });
      return false;
    }
  };
  /** @returns whether everything that is typed is saved */
  const save = async (): Promise<boolean> => {
    while (flight.current) await flight.current;
    flight.current = write();
    try {
      return await flight.current;
    } finally {
      flight.current = undefined;
    }
  };
  const saveLater = useDebouncedCallback(() => void save(), autosaveMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft sets the clock anew
  useEffect(() => {
    if (isDirty) saveLater();
  }, [draft, isDirty]);

  const change = (part: Partial<PlanDraft>) => setDraft((old) => ({ ...old, ...part }));
  const mendPlan = (mend: (plan: PlanDraft['plan']) => PlanDraft['plan']) => setDraft((old) => ({ ...old, plan: mend(old.plan) }));
  const changePlan = (part: Partial<PlanDraft['plan']>) => mendPlan((plan) => ({ ...plan, ...part }));
  return { draft, isDirty, unsavable, status, change, changePlan, mendPlan, save };
}
export type PlanForm = ReturnType<typeof usePlanForm>;
