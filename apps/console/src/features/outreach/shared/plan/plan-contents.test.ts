import { contentsOf } from '@parley/contract';
import { expect, test } from 'vitest';
import { comparedPlan, wholePlan } from '../campaign.fixtures.ts';
import { addContent, changeContent, copyOwn, faultsOfContent, planOfContent, removeContent, renameContent } from './plan-contents.ts';

const templatesOf = (plan: typeof wholePlan) => contentsOf(plan).map(({ message }) => message.template.templateId);

test('screens 3.2 the first content that is added brings what a comparison needs, and the last that goes takes the choice along', () => {
  const two = addContent(wholePlan);
  expect([templatesOf(two), two.choice, two.firstWave?.percent]).toEqual([['order_ready', ''], { measure: 'read', rule: 'clear' }, 10]);
  const chosen = addContent(comparedPlan);
  expect([templatesOf(chosen), chosen.choice]).toEqual([['order_ready', 'order_short', ''], { measure: 'read', rule: 'hand' }]);
  expect(removeContent(chosen, 1)).toMatchObject({ contents: [{ name: '' }], choice: { rule: 'hand' } });
  expect(removeContent(comparedPlan, 1)).toMatchObject({ contents: [], choice: null, firstWave: { percent: 10 } });
});

test('screens 3.2 each content is changed by itself, and another channel takes the templates of all', () => {
  const columnMapping: typeof wholePlan.columnMapping = [];
  const changed = changeContent(comparedPlan, 1, { columnMapping });
  expect([changed.columnMapping, changed.contents[0]?.columnMapping]).toEqual([wholePlan.columnMapping, []]);
  expect(planOfContent(comparedPlan, 1).message.template.templateId).toBe('order_short');
  expect(copyOwn(comparedPlan, 1).contents).toEqual([
    { name: 'Short', message: wholePlan.message, columnMapping: wholePlan.columnMapping },
  ]);
  expect(renameContent(comparedPlan, 1, 'Brief').contents[0]?.name).toBe('Brief');
  const message = { template: { templateId: '', templateUId: '', cards: [] } };
  expect(templatesOf(changeContent(comparedPlan, 0, { channelId: '', message, columnMapping }))).toEqual(['', '']);
});

test('screens 3.2 a fault of one content stands with it alone, and a fault of none of them stands with all', () => {
  const faults = { 'message.template': 'a', 'contents.0.message.template': 'b', 'contents.1.columnMapping.x': 'c', channelId: 'd' };
  expect([0, 1, 2].map((place) => faultsOfContent(faults, place))).toEqual([
    { 'message.template': 'a', channelId: 'd' },
    { 'message.template': 'b', channelId: 'd' },
    { 'columnMapping.x': 'c', channelId: 'd' },
  ]);
});
