import { Skeleton, Text } from '@mantine/core';
import { compareDocuments, type Document, type DocumentChanges } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { exitTitleIn, useExitName } from './exit-name.ts';
import { versionQuery } from './journey.queries.ts';
import { useNodeName } from './node-name.ts';
import { draftQuery } from './publishing.queries.ts';
import classes from './stream.module.css';

type ComparePanelProps = { journeyId: string; before: number; after: number };
type Field = DocumentChanges['settings'][number];

/** Documents travel as they are kept, and the server keeps none that its schema refuses. */
function useDocument(journeyId: string, version: number) {
  const draft = useQuery({ ...draftQuery(journeyId), enabled: version === 0 });
  const published = useQuery({ ...versionQuery(journeyId, version), enabled: version > 0 });
  const used = version === 0 ? draft : published;
  return { document: used.data?.document as unknown as Document | undefined, error: used.error, refetch: () => void used.refetch() };
}

/** Differences between two versions, in words; positions of nodes are none. */
export function ComparePanel({ journeyId, before, after }: ComparePanelProps) {
  const say = useWords(journeyWords.versions);
  const toName = useNodeName();
  const toExitName = useExitName();
  const was = useDocument(journeyId, before);
  const is = useDocument(journeyId, after);
  const failed = [was, is].find(({ error }) => error);
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (!was.document || !is.document) return <Skeleton height={100} radius="md" />;

  const changes = compareDocuments(was.document, is.document);
  const names = new Map([...was.document.nodes, ...is.document.nodes].map((node) => [node.id, toName(node)]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const edges = [
    ...changes.edgesAdded.map((edge) => ({ edge, of: is.document, word: 'joined' as const })),
    ...changes.edgesRemoved.map((edge) => ({ edge, of: was.document, word: 'parted' as const })),
  ];
  const isSame = [changes.added, changes.removed, changes.changed, edges, changes.settings, changes.variables].every(
    (list) => list.length === 0,
  );
  if (isSame)
    return (
      <Text size="sm" role="status">
        {say('same')}
      </Text>
    );
  return (
    <div className={classes.changes}>
      <Names title={say('added', { count: changes.added.length })} names={changes.added.map(nameOf)} />
      <Names title={say('removed', { count: changes.removed.length })} names={changes.removed.map(nameOf)} />
      {changes.changed.length === 0 ? null : (
        <Section title={say('changed', { count: changes.changed.length })}>
          {changes.changed.map(({ id, fields }) => (
            <div key={id}>
              <strong>{nameOf(id)}</strong>
              <Fields fields={fields} />
            </div>
          ))}
        </Section>
      )}
      <Names
        title={say('connections', { count: edges.length })}
        names={edges.map(({ edge: { from, exit, to }, of, word }) =>
          say(word, { from: nameOf(from), exit: toExitName(exit, exitTitleIn(of, from, exit)), to: nameOf(to) }),
        )}
      />
      {changes.settings.length === 0 ? null : (
        <Section title={say('settings')}>
          <Fields fields={changes.settings} />
        </Section>
      )}
      {changes.variables.length === 0 ? null : (
        <Section title={say('variables')}>
          <Fields fields={changes.variables} />
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={classes.plain}>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two nodes may have the same name
          <li key={`${name} ${index}`}>{name}</li>
        ))}
      </ul>
    </Section>
  );
}

/** A field by its path, what it was, and what it is. */
function Fields({ fields }: { fields: readonly Field[] }) {
  const say = useWords(journeyWords.versions);
  const show = (value: unknown) =>
    value === null || value === undefined || value === '' ? say('nothing') : typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <div className={classes.fields}>
      {fields.map(({ path, before, after }) => (
        <Fragment key={path}>
          <span>{path.replace(/^config\./, '')}</span>
          <del className={classes.was}>{show(before)}</del>
          <ins className={classes.is}>{show(after)}</ins>
        </Fragment>
      ))}
    </div>
  );
}
