import { Anchor } from '@mantine/core';
import type { JourneyFinding } from '@parley/contract';
import type { Document } from '@parley/journey';
import { findingTitles, useFindingText } from '@parley/ui/findings';
import { Link } from '@tanstack/react-router';
import { useWords, type WordOf } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { DrawnKind } from './designer-frame.ts';
import { designerLink, encapDesignerLink } from './designer-link.ts';
import { exitTitleIn, useExitName } from './exit-name.ts';
import classes from './stream.module.css';

type FindingsListProps = {
  journeyId: string;
  /** Says which designer its links lead to. */
  kind?: DrawnKind;
  findings: readonly JourneyFinding[];
  /** The checked document; undefined while it loads */
  document: Document | undefined;
  toNodeName: (id: string) => string;
  /** Told when somebody follows the way to a node */
  onOpenNode?: () => void;
};

/** Findings of a draft's check: errors before warnings, each with a link to its node. */
export function FindingsList({ journeyId, kind = 'journey', findings, document, toNodeName, onOpenNode }: FindingsListProps) {
  const say = useWords(journeyWords.publishing);
  const sayTitle = useWords(findingTitles);
  const textOf = useFindingText();
  const toExitName = useExitName();
  const groups = (['error', 'warning'] as const).map((level) => ({ level, found: findings.filter((one) => one.level === level) }));
  return (
    <div className={classes.findings}>
      {groups
        .filter(({ found }) => found.length > 0)
        .map(({ level, found }) => (
          <section key={level} aria-label={say(`level_${level}`, { count: found.length })}>
            <h3 data-level={level}>{say(`level_${level}`, { count: found.length })}</h3>
            <ul>
              {found.map((one) => {
                const { code, node, exit, field, text, way } = one;
                return (
                  <li key={[code, node, exit, field, text].join(' ')}>
                    {node === '' ? null : (
                      <>
                        <Anchor
                          size="sm"
                          renderRoot={(props) =>
                            kind === 'encap' ? (
                              <Link {...encapDesignerLink(journeyId, node)} {...props} onClick={onOpenNode} />
                            ) : (
                              <Link {...designerLink(journeyId, node)} {...props} onClick={onOpenNode} />
                            )
                          }
                        >
                          {toNodeName(node)}
                        </Anchor>
                        {exit === '' ? '' : ` → ${toExitName(exit, exitTitleIn(document, node, exit))}`}
                        {': '}
                      </>
                    )}
                    <strong>{sayTitle(code as WordOf<typeof findingTitles>)}.</strong> {textOf(one)}
                    {way.length > 1 ? ` ${say('findingWay', { way: way.map(toNodeName).join(' → ') })}` : null}
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
    </div>
  );
}
