import { MultiSelect, Select, SimpleGrid } from '@mantine/core';
import { type FigureFilter, type FigureMeasure, isOfTurns, noDepartment, tileNamesMax } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { useCan } from '../../account/shared/me.ts';
import { figureChoicesQuery } from '../../chat/shared/figures/figure-choices.ts';
import { botChoicesQuery } from './bot-choices.ts';

type Props = {
  measure: FigureMeasure;
  filter: FigureFilter;
  faultOf: (path: string) => string | undefined;
  onChange: (filter: FigureFilter) => void;
};
type Named = readonly { id: string; name: string }[];

/** The bot of a figure of messages; departments, agents, channels and labels that one of chats is narrowed to. */
export const FilterFields = (props: Props) => (isOfTurns(props.measure) ? <BotField {...props} /> : <ChatFields {...props} />);

function BotField({ filter, faultOf, onChange }: Props) {
  const say = useWords(boardWords.figure);
  const { data: bots = [] } = useQuery({ ...botChoicesQuery, enabled: useCan(['NLP.VIEW']) });
  const { botId } = filter;
  const known = bots.map(({ id, name }) => ({ value: id, label: name }));
  const gone = botId !== undefined && !known.some(({ value }) => value === botId) ? [{ value: botId, label: say('removed') }] : [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mt="sm">
      <Select
        label={say('bot')}
        withAsterisk
        searchable
        data={[...known, ...gone]}
        value={botId ?? null}
        error={faultOf('botId')}
        onChange={(id) => onChange({ ...filter, botId: id ?? undefined })}
      />
    </SimpleGrid>
  );
}

function ChatFields({ filter, faultOf, onChange }: Props) {
  const say = useWords(boardWords.figure);
  const { data: choices } = useQuery(figureChoicesQuery);
  /** Chosen ones that are gone, or not the reader's to choose, keep their place in the field. */
  const optionsOf = (list: Named, chosen: readonly string[], more: { value: string; label: string }[] = []) => {
    const known = [...list.map(({ id, name }) => ({ value: id, label: name })), ...more];
    const gone = chosen.filter((id) => !known.some(({ value }) => value === id));
    return [...known, ...gone.map((id, place) => ({ value: id, label: place === 0 ? say('removed') : `${say('removed')} ${place + 1}` }))];
  };
  const fields = [
    ['departmentIds', 'departments', choices?.departments ?? [], [{ value: noDepartment, label: say('noDepartment') }]],
    ['agentIds', 'agents', choices?.agents ?? [], []],
    ['channelIds', 'channels', choices?.channels ?? [], []],
    ['labelIds', 'labels', choices?.labels ?? [], []],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mt="sm">
      {fields.map(([name, label, list, more]) => (
        <MultiSelect
          key={name}
          label={say(label)}
          placeholder={filter[name].length === 0 ? say('all') : ''}
          searchable
          clearable
          maxValues={tileNamesMax}
          data={optionsOf(list, filter[name], [...more])}
          value={filter[name]}
          error={faultOf(name) ?? filter[name].map((_, place) => faultOf(`${name}.${place}`)).find(Boolean)}
          onChange={(ids) => onChange({ ...filter, [name]: ids })}
        />
      ))}
    </SimpleGrid>
  );
}
