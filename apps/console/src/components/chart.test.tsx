import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../test-draw.tsx';
import { MultiBarChart } from './chart.tsx';

test('WIDGET-013 WIDGET-015 a chart carries the table of its numbers', () => {
  draw(
    <MultiBarChart
      title="Chats"
      labelHeader="Date"
      points={[{ label: '5 Jan', noOfAttendedChats: 4, noOfMissedChats: 1 }]}
      series={[
        { key: 'noOfAttendedChats', label: 'Attended', color: 'brand.6' },
        { key: 'noOfMissedChats', label: 'Missed', color: 'red.6' },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Numbers of the chart Chats' });
  expect(within(table).getByRole('rowheader', { name: '5 Jan' })).toBeTruthy();
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['4', '1']);
});
