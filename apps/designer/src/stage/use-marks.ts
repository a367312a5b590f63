import { useMemo } from 'react';
import { type Mark, type Marks, noMarks } from '../canvas/marks.ts';
import type { Comparison } from '../panels/comparison.ts';
import type { Run } from '../panels/tests-panel.tsx';
import type { Play } from '../play/play.ts';
import type { PanelName } from '../shell-context.ts';
import { designerWords } from '../words.ts';

type Marked = { comparison: Comparison | null; panel: PanelName | null; play: Play | null; run: Run | null };

/** Returns the marks of the canvas: differences, the path of the tried conversation, or nodes that no test has visited. */
export function useMarks({ comparison, panel, play, run }: Marked): Marks {
  return useMemo((): Marks => {
    if (comparison) return comparison.marks;
    if (panel === 'try' && play) {
      const { nodes, edges, current } = play.trail();
      const all = new Map<string, Mark>([...nodes].map((id) => [id, { tone: 'visited', text: '' }] as const));
      if (current !== null) all.set(current, { tone: 'current', text: '' });
      return { nodes: all, edges: new Map([...edges].map((key) => [key, 'visited'] as const)) };
    }
    if (panel === 'tests' && run) {
      const all = new Map<string, Mark>(
        run.coverage.untested
          .filter((key) => !key.includes(' '))
          .map((id) => [id, { tone: 'untested', text: designerWords.test('untestedNode') }] as const),
      );
      for (const id of run.failed) all.set(id, { tone: 'failed', text: designerWords.test('failed') });
      return { nodes: all, edges: new Map() };
    }
    return noMarks;
  }, [comparison, panel, play, run]);
}
