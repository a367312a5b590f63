import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { type BoardTile, boardTilesMax } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../../../components/panel.tsx';
import { RowMenu } from '../../../../components/row-menu.tsx';
import type { Faults } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { nameOfMeasure } from '../../shared/figure-words.ts';
import classes from '../board.module.css';
import { changeTile, copyTile, moveTile, newTile } from './board-draft.ts';
import { TileFields } from './tile-fields.tsx';

type Props = { tiles: BoardTile[]; faults: Faults; onChange: (tiles: BoardTile[]) => void };

/** Tiles in their order, one of them opened to be changed. */
export function TileList({ tiles, faults, onChange }: Props) {
  const say = useWords(boardWords.form);
  const sayFigure = useWords(boardWords.figure);
  const sayMeasure = useWords(boardWords.measure);
  const [openKey, setOpenKey] = useState(tiles.length === 1 ? tiles[0]?.key : undefined);
  const isFull = tiles.length >= boardTilesMax;
  const handleAdd = () => {
    const tile = newTile(tiles);
    onChange([...tiles, tile]);
    setOpenKey(tile.key);
  };
  const actionsOf = (place: number) => [
    ...(place > 0 ? [{ label: say('moveUp'), onClick: () => onChange(moveTile(tiles, place, -1)) }] : []),
    ...(place < tiles.length - 1 ? [{ label: say('moveDown'), onClick: () => onChange(moveTile(tiles, place, 1)) }] : []),
    ...(isFull ? [] : [{ label: say('copy'), onClick: () => onChange(copyTile(tiles, place)) }]),
    { label: say('remove'), isDangerous: true, onClick: () => onChange(tiles.toSpliced(place, 1)) },
  ];
  return (
    <Panel
      title={say('tiles')}
      text={say('tilesText', { count: tiles.length, maximum: boardTilesMax })}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={handleAdd}>
          {say('add')}
        </Button>
      }
    >
      <Stack gap="xs" mt="sm">
        {tiles.map((tile, place) => {
          const name = tile.title || nameOfMeasure(sayMeasure, tile.measure);
          const own = Object.entries(faults).filter(([path]) => path.startsWith(`tiles.${place}.`));
          const isOpen = tile.key === openKey || own.length > 0;
          return (
            <div key={tile.key}>
              <div className={classes.tileRow}>
                <UnstyledButton
                  className={classes.tileName}
                  aria-expanded={isOpen}
                  onClick={() => setOpenKey(isOpen ? undefined : tile.key)}
                >
                  <Text size="sm" fw={600} span>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed" span>
                    {[sayFigure(`chart_${tile.chart}`), sayFigure(`range_${tile.range}`)].join(' · ')}
                  </Text>
                </UnstyledButton>
                <RowMenu label={say('actionsOf', { place: place + 1, name })} actions={actionsOf(place)} />
              </div>
              {isOpen ? (
                <TileFields
                  tile={tile}
                  faultOf={(path) => faults[`tiles.${place}.${path}`]}
                  onChange={(part) => onChange(tiles.with(place, changeTile(tile, part)))}
                />
              ) : null}
            </div>
          );
        })}
        {faults.tiles ? (
          <Text size="sm" c="red" role="alert">
            {faults.tiles}
          </Text>
        ) : null}
      </Stack>
    </Panel>
  );
}
