import { useWords } from '@parley/ui/words';
import classes from '../designer.module.css';
import { useEditor } from '../editor/use-editor.ts';
import type { PanelName } from '../shell-context.ts';
import type { Trial } from '../stage/use-trial.ts';
import { designerWords } from '../words.ts';
import { CheckPanel } from './check-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { type Comparison, comparisonOf } from './comparison.ts';
import { FindPanel } from './find-panel.tsx';
import { NodePanel } from './node-panel.tsx';
import { PartsPanel } from './parts-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { type Run, TestsPanel } from './tests-panel.tsx';
import { TryPanel } from './try-panel.tsx';
import { VariablesPanel } from './variables-panel.tsx';

type BesideProps = {
  opened: string | null;
  panel: PanelName | null;
  trial: Trial;
  run: Run | null;
  comparison: Comparison | null;
  onRun: (run: Run | null) => void;
  onCompare: (comparison: Comparison | null) => void;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** Beside the stream: the form of the node that is open, or else the panel. */
export function Beside({ opened, panel, trial, run, comparison, onRun, onCompare, onShow, onClose }: BesideProps) {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  return (
    <aside className={classes.aside} aria-label={say('beside')}>
      {opened !== null ? (
        <NodePanel key={opened} id={opened} onClose={() => editor.open(null)} />
      ) : panel === 'check' ? (
        <CheckPanel onClose={onClose} />
      ) : panel === 'settings' ? (
        <SettingsPanel onClose={onClose} />
      ) : panel === 'variables' ? (
        <VariablesPanel onClose={onClose} />
      ) : panel === 'parts' ? (
        <PartsPanel onClose={onClose} />
      ) : panel === 'find' ? (
        <FindPanel onClose={onClose} />
      ) : panel === 'tests' ? (
        <TestsPanel run={run} onRun={onRun} onClose={onClose} />
      ) : panel === 'compare' ? (
        <ComparePanel
          comparison={comparison}
          onClose={onClose}
          onCompare={(before, after) =>
            onCompare(
              before && after
                ? comparisonOf(before, after, {
                    added: designerWords.compare('added'),
                    removed: designerWords.compare('removed'),
                    changed: designerWords.compare('changed'),
                  })
                : null,
            )
          }
          onShow={onShow}
        />
      ) : (
        <TryPanel
          play={trial.play}
          channel={trial.channel}
          isBeginning={trial.isBeginning}
          failure={trial.failure}
          onChannel={trial.changeChannel}
          onBegin={trial.begin}
          onPlay={trial.setPlay}
          onClose={onClose}
        />
      )}
    </aside>
  );
}
