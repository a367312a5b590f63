import { ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { NodeType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { dragFormat } from '../canvas/canvas.tsx';
import { groupColors, groupOf, knownTypes, nodeGroups, nodeIcons } from '../nodes/catalogue.ts';
import { typeWord } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';
import classes from './palette.module.css';

/** Every kind of node, by group: dragged onto the canvas, or added behind what is chosen by a double click or Enter. */
export function Palette({ onAdd }: { onAdd: (type: NodeType) => void }) {
  const say = useWords(designerWords.palette);
  const sayGroup = useWords(designerWords.group);
  const [search, setSearch] = useState('');
  const asked = search.trim().toLowerCase();
  const fits = (type: NodeType) => typeWord(type).toLowerCase().includes(asked) || sayGroup(groupOf(type)).toLowerCase().includes(asked);
  const groups = nodeGroups
    .map((group) => ({ group, types: knownTypes.filter((type) => groupOf(type) === group && fits(type)) }))
    .filter(({ types }) => types.length > 0);
  return (
    <nav className={classes.palette} aria-label={say('title')}>
      <TextInput
        m={10}
        size="xs"
        aria-label={say('search')}
        placeholder={say('search')}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ScrollArea className={classes.list} type="hover">
        {groups.map(({ group, types }) => (
          <section key={group} aria-label={sayGroup(group)}>
            <Text className={classes.group} component="h2">
              {sayGroup(group)}
            </Text>
            {types.map((type) => {
              const Icon = nodeIcons[type];
              const color = groupColors[group];
              return (
                <UnstyledButton
                  key={type}
                  className={classes.kind}
                  draggable
                  title={say('how')}
                  onDragStart={(event) => {
                    event.dataTransfer.setData(dragFormat, type);
                    event.dataTransfer.effectAllowed = 'copy';
                  }}
                  onDoubleClick={() => onAdd(type)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' || event.key === ' ') {
                      event.preventDefault();
                      onAdd(type);
                    }
                  }}
                >
                  <span
                    className={classes.icon}
                    style={{ background: `var(--mantine-color-${color}-light)`, color: `var(--mantine-color-${color}-light-color)` }}
                  >
                    <Icon size={15} stroke={1.8} aria-hidden />
                  </span>
                  {typeWord(type)}
                </UnstyledButton>
              );
            })}
          </section>
        ))}
        {groups.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {say('nothing')}
          </Text>
        )}
      </ScrollArea>
    </nav>
  );
}
