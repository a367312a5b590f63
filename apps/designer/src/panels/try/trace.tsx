import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { showComparison } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { nodeOf } from '../../editor/index-of.ts';
import { useEditorState } from '../../editor/use-editor.ts';
import { exitLabel } from '../../nodes/exit-label.ts';
import { nameOf } from '../../nodes/summary.ts';
import type { Play, PlayTurn } from '../../play/play.ts';
import { useShell } from '../../shell-context.ts';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';

/** Explains the path of a turn: comparisons, assignments and errors. */
export function Trace({ turn: { visits }, play }: { turn: PlayTurn; play: Play }) {
  const say = useWords(designerWords.try);
  const { goTo } = useShell();
  const edited = useEditorState((state) => state.document);
  const [isOpen, setOpen] = useState(false);
  if (visits.length === 0) return null;
  const hasWarnings = visits.some(({ warnings }) => warnings.length > 0);
  return (
    <div className={classes.trace}>
      <UnstyledButton aria-expanded={isOpen} fz="xs" c={hasWarnings ? 'orange' : 'dimmed'} onClick={() => setOpen(!isOpen)}>
        {say('steps', { count: visits.length })}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {visits.map((visit, place) => {
          const isInside = play.isInside(visit.stream);
          const document = isInside ? play.documentOf(visit.stream) : edited;
          const node = nodeOf(document, visit.node);
          const way = (
            <>
              {isInside && `${document.name} › `}
              <b>{node ? nameOf(document, visit.node) : visit.node}</b>
              {visit.exit !== null && visit.exit !== '' && node && ` → ${exitLabel(document, node, visit.exit)}`}
            </>
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node may be visited twice in a turn
            <div key={place}>
              {/* A node of another stream stands on another canvas. */}
              {isInside ? (
                <Text size="xs">{way}</Text>
              ) : (
                <UnstyledButton fz="xs" onClick={() => goTo(visit.node)}>
                  {way}
                </UnstyledButton>
              )}
              {visit.comparisons.map((comparison, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be compared twice
                <div key={at}>{showComparison(comparison)}</div>
              ))}
              {visit.sets.map(({ name, value }) => (
                <div key={name}>
                  {name} = {value}
                </div>
              ))}
              {visit.warnings.map((warning) => (
                <Text key={warning} size="xs" c="orange">
                  {warning}
                </Text>
              ))}
            </div>
          );
        })}
      </Collapse>
    </div>
  );
}
