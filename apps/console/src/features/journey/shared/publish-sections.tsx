import { Alert, ScrollArea, Stack, Text } from '@mantine/core';
import type { JourneyFinding, JourneyTest, RehearsalResult, z } from '@parley/contract';
import type { Document } from '@parley/journey';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { ComparePanel } from './compare-panel.tsx';
import type { DrawnKind } from './designer-frame.ts';
import { FindingsList } from './findings-list.tsx';
import { CoverageNote, FailureList, PassBadge } from './rehearsal-results.tsx';
import classes from './stream.module.css';

/** The draft that was looked at; its document is undefined while it loads. */
export type PublishedDraft = {
  journeyId: string;
  kind: DrawnKind;
  document: Document | undefined;
  toNodeName: (id: string) => string;
};

type CheckSectionProps = { draft: PublishedDraft; findings: readonly JourneyFinding[]; onOpenNode: (() => void) | undefined };

/** Findings of the draft's check. */
export function CheckSection({ draft, findings, onOpenNode }: CheckSectionProps) {
  const say = useWords(journeyWords.publishing);
  return (
    <section aria-label={say('check')}>
      <h3 className={classes.step}>{say('check')}</h3>
      {findings.length === 0 ? (
        <Text size="sm">{say('noFindings')}</Text>
      ) : (
        <FindingsList {...draft} findings={findings} {...(onOpenNode ? { onOpenNode } : {})} />
      )}
    </section>
  );
}

/** Changes of the draft since the version that is published. */
export function ChangesSection({ journeyId, version }: { journeyId: string; version: number }) {
  const say = useWords(journeyWords.publishing);
  return (
    <section aria-label={say('changes', { version })}>
      <h3 className={classes.step}>{say('changes', { version })}</h3>
      <ScrollArea.Autosize mah={260} type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': say('changes', { version }) }}>
        <ComparePanel journeyId={journeyId} before={version} after={0} />
      </ScrollArea.Autosize>
    </section>
  );
}

type RehearsalSectionProps = {
  draft: PublishedDraft;
  rehearsal: z.infer<typeof RehearsalResult>;
  /** The saved conversations; undefined while they load */
  tests: readonly JourneyTest[] | undefined;
};

/** Tests that were played with the draft, and the parts that none of them reaches. */
export function RehearsalSection({ draft: { document, toNodeName }, rehearsal, tests }: RehearsalSectionProps) {
  const say = useWords(journeyWords.publishing);
  const { tests: played, coverage } = rehearsal;
  return (
    <section aria-label={say('rehearsal')}>
      <h3 className={classes.step}>{say('rehearsal')}</h3>
      {played.length === 0 ? (
        <Alert color="yellow">{say('noTests')}</Alert>
      ) : (
        <Stack gap={6}>
          <ul className={classes.results}>
            {played.map((one) => (
              <li key={one.id}>
                <div className={classes.resultHead}>
                  <span className={classes.resultName}>{one.name}</span>
                  <PassBadge isPassed={one.isPassed} />
                </div>
                <FailureList
                  played={one}
                  test={tests?.find(({ id: testId }) => testId === one.id)}
                  document={document}
                  toNodeName={toNodeName}
                />
              </li>
            ))}
          </ul>
          <CoverageNote coverage={coverage} toNodeName={toNodeName} />
        </Stack>
      )}
    </section>
  );
}
