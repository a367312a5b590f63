import { useWords } from '@parley/ui/words';
import classes from '../designer.module.css';
import { useEditor } from '../editor/use-editor.ts';
import {
  CheckPanel,
  ComparePanel,
  FindPanel,
  NodePanel,
  PartsPanel,
  SettingsPanel,
  TestsPanel,
  TryPanel,
  VariablesPanel,
} from '../parts.ts';
import type { PanelName } from '../shell-context.ts';
import type { Trial } from '../stage/use-trial.ts';
import { designerWords } from '../words.ts';
import type { Comparison } from './comparison.ts';
import type { Run } from './tests-panel.tsx';

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

/** The pane beside the stream: the form of the open node, or else the panel. */
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
        <ComparePanel comparison={comparison} onClose={onClose} onCompare={onCompare} onShow={onShow} />
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
