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
export { normalise, type Script, scriptOf, wordsOf } from './text/tokens.ts';
