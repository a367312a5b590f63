import { type JourneyInstance, journeyReaders } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../account/shared/me.ts';
import { journeyNamesQuery, versionQuery, versionsQuery } from '../shared/journey.queries.ts';
import type { MonitorSearch } from '../shared/monitor.search.ts';
import { nodesOf, useNodeName } from '../shared/node-name.ts';

type Choice = { value: string; label: string };

/** Each value once, the first of its labels. */
const distinct = (choices: readonly Choice[]): Choice[] =>
  [...new Map(choices.toReversed().map((one) => [one.value, one])).values()].toReversed();

/** Streams, versions and nodes to filter by: all of them for whoever reads streams, else those of the list. */
export function useStreamChoices({ journeyId, version }: MonitorSearch, rows: readonly JourneyInstance[]) {
  const mayRead = useCan(journeyReaders);
  const toNodeName = useNodeName();
  const isOfOne = mayRead && journeyId !== '';
  const streams = useQuery({ ...journeyNamesQuery, enabled: mayRead });
  const versions = useQuery({ ...versionsQuery(journeyId), enabled: isOfOne });
  const shown = version === 0 ? (versions.data?.[0]?.version ?? 0) : version;
  const drawn = useQuery({ ...versionQuery(journeyId, shown), enabled: isOfOne && shown > 0 });
  const own = rows.filter((row) => row.journeyId === journeyId);
  return {
    streams: distinct([
      ...(streams.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ...rows.map((row) => ({ value: row.journeyId, label: row.journeyName })),
    ]),
    versions: distinct([
      ...(versions.data ?? []).map((one) => ({ value: String(one.version), label: String(one.version) })),
      ...own.map((row) => ({ value: String(row.version), label: String(row.version) })),
    ]),
    nodes: distinct([
      ...nodesOf(drawn.data?.document).map((node) => ({ value: node.id, label: toNodeName(node) })),
      ...own
        .filter(({ node }) => node !== '')
        .map((row) => ({ value: row.node, label: toNodeName({ name: row.nodeName, type: row.nodeType }) || row.node })),
    ]),
  };
}
