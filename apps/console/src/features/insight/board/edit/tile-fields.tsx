import { Select, SimpleGrid, TextInput } from '@mantine/core';
import {
  type BoardTile,
  boardBys,
  boardCharts,
  boardComparisons,
  boardRanges,
  boardSizes,
  bysOf,
  chartsOf,
  type FigureMeasure,
  figureMeasures,
} from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { useCan } from '../../../account/shared/me.ts';
import { measureOptions, nameOfMeasure, offered } from '../../shared/figure-words.ts';
import { FilterFields } from '../../shared/filter-fields.tsx';
import classes from '../board.module.css';

type Props = { tile: BoardTile; faultOf: (path: string) => string | undefined; onChange: (part: Partial<BoardTile>) => void };

/** Fields of what a tile counts, and how it is drawn. */
export function TileFields({ tile, faultOf, onChange }: Props) {
  const say = useWords(boardWords.figure);
  const sayForm = useWords(boardWords.form);
  const sayMeasure = useWords(boardWords.measure);
  const seesBots = useCan(['NLP.VIEW']);
  const charts = chartsOf(tile.by, tile.measure);
  return (
    <div className={classes.tileFields}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <Select
          label={say('measure')}
          searchable
          allowDeselect={false}
          data={measureOptions(sayMeasure, offered(figureMeasures, seesBots, tile.measure))}
          value={tile.measure}
          onChange={(measure) => measure && onChange({ measure: measure as FigureMeasure })}
        />
        <TextInput
          label={sayForm('title')}
          placeholder={nameOfMeasure(sayMeasure, tile.measure)}
          maxLength={80}
          value={tile.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <Select
          label={say('range')}
          allowDeselect={false}
          data={boardRanges.map((value) => ({ value, label: say(`range_${value}`) }))}
          value={tile.range}
          onChange={(range) => range && onChange({ range: range as BoardTile['range'] })}
        />
        <Select
          label={say('compare')}
          allowDeselect={false}
          data={boardComparisons.map((value) => ({ value, label: say(`compare_${value}`) }))}
          value={tile.compare}
          onChange={(compare) => compare && onChange({ compare: compare as BoardTile['compare'] })}
        />
        <Select
          label={say('by')}
          allowDeselect={false}
          data={boardBys.filter((by) => bysOf(tile.measure).includes(by)).map((value) => ({ value, label: say(`by_${value}`) }))}
          value={tile.by}
          onChange={(by) => by && onChange({ by: by as BoardTile['by'] })}
        />
        <Select
          label={say('chart')}
          allowDeselect={false}
          data={boardCharts.filter((chart) => charts.includes(chart)).map((value) => ({ value, label: say(`chart_${value}`) }))}
          value={tile.chart}
          error={faultOf('chart')}
          onChange={(chart) => chart && onChange({ chart: chart as BoardTile['chart'] })}
        />
        <Select
          label={say('size')}
          allowDeselect={false}
          data={boardSizes.map((value) => ({ value, label: say(`size_${value}`) }))}
          value={tile.size}
          onChange={(size) => size && onChange({ size: size as BoardTile['size'] })}
        />
      </SimpleGrid>
      <FilterFields
        measure={tile.measure}
        filter={tile.filter}
        faultOf={(path) => faultOf(`filter.${path}`)}
        onChange={(filter) => onChange({ filter })}
      />
    </div>
  );
}
