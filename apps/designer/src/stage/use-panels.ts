import { useCallback, useState } from 'react';
import { useEditor } from '../editor/use-editor.ts';
import type { Comparison } from '../panels/comparison.ts';
import type { Run } from '../panels/tests-panel.tsx';
import type { PanelName } from '../shell-context.ts';

export type Panels = ReturnType<typeof usePanels>;

/** The panel beside the stream, and what its panels draw upon the stream: a comparison, or a run of the tests. */
export function usePanels() {
  const editor = useEditor();
  const [panel, setPanelName] = useState<PanelName | null>(null);
  const [run, setRun] = useState<Run | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const setPanel = useCallback(
    (next: PanelName | null) => {
      editor.open(null);
      setPanelName(next);
      if (next !== 'compare') setComparison(null);
    },
    [editor],
  );
  return { panel, setPanel, run, setRun, comparison, setComparison };
}
