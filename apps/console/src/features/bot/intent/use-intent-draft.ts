import type { Intent } from '@parley/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { setUnsavedIntent } from '../shared/unsaved.ts';
import { emptyIntent, type IntentDraft, isChanged, toDraft } from './intent-draft.ts';
import { hasTyped, nothingTyped, type Typed } from './intent-typed.ts';

type State = { source: Intent | undefined; saved: IntentDraft; draft: IntentDraft };

function begin(source: Intent | undefined): State {
  const saved = source ? toDraft(source) : emptyIntent;
  return { source, saved, draft: saved };
}

/**
 * Holds the draft, the text typed into its fields, and the saved intent. A fresher copy from the server replaces the draft while nothing is
 * changed.
 * @param intent none: a new intent, with a cleared form (INTENT-027)
 */
export function useIntentDraft(intent: Intent | undefined) {
  const [state, setState] = useState(() => begin(intent));
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  const isEdited = useMemo(() => isChanged(state.draft, state.saved), [state]);
  const isDirty = isEdited || hasTyped(state.draft, typed);
  if (intent !== state.source && !isDirty) setState(begin(intent));

  // biome-ignore lint/correctness/useExhaustiveDependencies: saving clears the mark, and what was typed meanwhile sets it again
  useEffect(() => setUnsavedIntent(isDirty), [isDirty, state]);
  useEffect(() => () => setUnsavedIntent(false), []);

  const change = useCallback((edit: (draft: IntentDraft) => IntentDraft) => setState((old) => ({ ...old, draft: edit(old.draft) })), []);
  /** Back to what is saved, the name included (INTENT-030, INTENT-031). */
  const discard = () => {
    setState((old) => ({ ...old, draft: old.saved }));
    setTyped(nothingTyped);
  };
  const type = useCallback((part: Partial<Typed>) => setTyped((old) => ({ ...old, ...part })), []);
  /** @param sent the draft that was saved; what was changed since stays a change */
  const keep = (answer: Intent, sent: IntentDraft) => {
    setState((old) => (old.draft === sent ? begin(answer) : { ...begin(answer), draft: old.draft }));
    setUnsavedIntent(false);
  };
  /** @param merged what the editor holds from now on, as a change of what the server has */
  const take = (source: Intent, merged: IntentDraft) => setState({ ...begin(source), draft: merged });
  return { draft: state.draft, typed, isDirty, change, type, discard, keep, take };
}
