import { ActionIcon, Button, Menu, Skeleton, Table, Text, Title, UnstyledButton } from '@mantine/core';
import type { CustomerSet } from '@parley/contract';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SearchBox } from '../../../components/search-box.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { type SetKind, setsQuery } from '../shared/set.queries.ts';
import classes from './set-list.module.css';

export type SetListProps = {
  kind: SetKind;
  selectedId: string;
  /** Called with '' to leave the list. */
  onSelect: (id: string) => void;
  onCreate: () => void;
  onRename: (set: CustomerSet) => void;
  onRemove: (set: CustomerSet) => void;
};

const wordsOf = {
  group: { title: 'groups', search: 'searchGroups', create: 'createGroup', none: 'noGroups' },
  label: { title: 'labels', search: 'searchLabels', create: 'createLabel', none: 'noLabels' },
} as const;

/** Groups or labels, to look at one of them. */
export function SetList(props: SetListProps) {
  const { kind, onCreate } = props;
  const t = useWords(customerWords.phoneBook);
  const words = wordsOf[kind];
  const titleId = useId();
  const [search, setSearch] = useState('');
  return (
    <section className={classes.set} aria-labelledby={titleId}>
      <header className={classes.head}>
        <Title order={2} id={titleId} className={classes.title}>
          {t(words.title)}
        </Title>
        <ActionIcon variant="default" aria-label={t(words.create)} onClick={onCreate}>
          <IconPlus size={16} />
        </ActionIcon>
      </header>
      <SearchBox
        size="xs"
        maxLength={120}
        className={classes.search}
        aria-label={t(words.search)}
        placeholder={t(words.search)}
        value={search}
        onSearch={setSearch}
      />
      <SetRows {...props} search={search.trim()} />
    </section>
  );
}

function SetRows({ kind, search, selectedId, onSelect, onCreate, onRename, onRemove }: SetListProps & { search: string }) {
  const t = useWords(customerWords.phoneBook);
  const words = wordsOf[kind];
  const sets = useQuery(setsQuery(kind, search));
  const isSkeletonDue = useDelayed(sets.isPending);
  if (sets.isPending)
    return (
      <div className={classes.note} aria-busy>
        {[70, 52, 61].map((width) => (
          <Skeleton key={width} height={10} width={`${width}%`} my={12} radius="xl" visible={isSkeletonDue} />
        ))}
      </div>
    );
  if (sets.data === undefined)
    return (
      <div className={classes.note} role="alert">
        <Text size="sm">{t('couldNotLoad')}</Text>
        <Text size="xs" c="dimmed">
          {describeFailure(sets.error).message}
        </Text>
        <Button size="xs" variant="default" mt={8} onClick={() => void sets.refetch()}>
          {t('tryAgain')}
        </Button>
      </div>
    );
  if (sets.data.length === 0)
    return (
      <div className={classes.note}>
        <Text size="sm" c="dimmed">
          {t(search === '' ? words.none : 'nothingMatches')}
        </Text>
        {search === '' ? (
          <Button size="xs" variant="default" mt={8} onClick={onCreate}>
            {t(words.create)}
          </Button>
        ) : null}
      </div>
    );
  return (
    <div className={classes.rows}>
      <Table className={classes.table} aria-label={t(words.title)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th data-align="end">{t('count')}</Table.Th>
            <Table.Td aria-hidden />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sets.data.map((set) => (
            <Table.Tr key={set.id} data-selected={set.id === selectedId || undefined}>
              <Table.Td className={classes.name}>
                <UnstyledButton
                  className={classes.choose}
                  aria-pressed={set.id === selectedId}
                  title={set.name}
                  onClick={() => onSelect(set.id === selectedId ? '' : set.id)}
                >
                  {set.name}
                </UnstyledButton>
              </Table.Td>
              <Table.Td data-align="end" className={classes.count}>
                {formatNumber(set.count)}
              </Table.Td>
              <Table.Td className={classes.menu}>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon size={26} aria-label={t('actionsOf', { name: set.name })}>
                      <IconDots size={16} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onRename(set)}>
                      {t('rename')}
                    </Menu.Item>
                    <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => onRemove(set)}>
                      {t('delete')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
