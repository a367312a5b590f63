export { type GroupOptions, groupTexts, type TextGroup } from './assist/group.ts';
export { proposeParaphrases } from './assist/paraphrase.ts';
export {
  type CustomEntity,
  type CustomEntityMatch,
  type CustomEntityMatcher,
  type CustomEntityValue,
  compileEntities,
  EntityError,
} from './entity/custom.ts';
export type { EntityMatch } from './entity/match.ts';
export { validatePattern } from './entity/pattern.ts';
export { findSystemEntities, systemEntities } from './entity/system/find.ts';
export type { SystemContext } from './entity/system/scene.ts';
export {
  buildPassageIndex,
  loadPassageIndex,
  type Passage,
  type PassageHit,
  type PassageIndex,
  relevanceLimit,
} from './retrieval/passage-index.ts';
export { type SplitOptions, splitPassages } from './retrieval/split.ts';
export { loadSlotModel, type SlotFill, type SlotModel } from './slot/slot-model.ts';
export { type SlotExample, type SlotOptions, trainSlotModel } from './slot/train.ts';
export { normalise, type Script, scriptOf, wordsOf } from './text/tokens.ts';
