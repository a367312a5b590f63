export { channelsOf, checkDocument } from './check/check.ts';
export { type CostRange, costOfPaths } from './check/cost.ts';
export type { ChannelFacts, CheckFacts } from './check/facts.ts';
export { type Finding, type FindingCode, finding, findingCodes } from './check/finding.ts';
export { findingTexts } from './check/finding-texts.ts';
export { looksLikeKey } from './check/secrets.ts';
export { variableTypeAt } from './check/types.ts';
export { type ChoiceContent, type ChoiceShape, moreId, showChoices } from './content/choices.ts';
export { fold } from './content/fold.ts';
export { makePayload, type Pressed, readPayload } from './content/payload.ts';
export { type CardLevel, type CardLoss, type ReducedCard, reduceCard } from './content/reduce-card.ts';
export { shapeOfName, shapeOfType } from './content/shapes.ts';
export { calendarsOf } from './document/calendars.ts';
export { fingerprintOf } from './document/canonical.ts';
export { compareDocuments, type DocumentChanges } from './document/compare.ts';
export {
  Document,
  type Edge,
  emptyDocument,
  type Settings,
  type Variable,
  type VariableType,
  variableTypes,
} from './document/document.ts';
export { type ExitName, exitNames, exitsOf, exitTitle, itemsOf, leadsTo } from './document/exits.ts';
export { type ChoiceItem, type LocalText, type MediaSource, type Ref, type RefKind, refKinds } from './document/fields.ts';
export { type FormatFault, readDocument } from './document/format.ts';
export { documentFormat, formatVersion } from './document/format-version.ts';
export { limits, mostOperations } from './document/limits.ts';
export { makeId } from './document/make-id.ts';
export { type ConfigOf, Node, type NodeOf } from './document/node.ts';
export { isReceiptAwaited, messagesOf, refsOf, setBy, sourcesOf } from './document/sources.ts';
export { applyOperations } from './edit/apply.ts';
export { applyKnown, type Edited, type EditFault } from './edit/apply-known.ts';
export { firstConfigOf } from './edit/first-config.ts';
export { invert } from './edit/invert.ts';
export { Operation, Operations } from './edit/operation.ts';
export { type Compiled, type CompiledStream, compileStream } from './engine/compile.ts';
export type { CallRequest, Effect, MediaRef, OpenedFlow, Send, SentCard, SentContent, Visit } from './engine/effects.ts';
export { entryKeyOf } from './engine/entry-key.ts';
export type { AskedCalendar, Facts, OpenHours, Readers } from './engine/facts.ts';
export type { Input } from './engine/input.ts';
export { moveInstance, type NotMoved } from './engine/move.ts';
export { isSecretVariable, mask, waitsForSecret } from './engine/secrecy.ts';
export { dueAtOf, type EndReason, type Instance, type InstanceState, isOver } from './engine/state.ts';
export { type Stepped, start, step } from './engine/step.ts';
export type { Example } from './examples/example.ts';
export { examples } from './examples/examples.ts';
export { checkExpression, type ExpressionFinding, type KnownType } from './expression/check.ts';
export type { Environment } from './expression/environment.ts';
export { ExpressionFault, faultCodes, type Place } from './expression/fault.ts';
export { readNumber } from './expression/functions/number.ts';
export { functionNames } from './expression/functions.ts';
export { parseExpression } from './expression/parse.ts';
export { type ConditionRow, type ConditionRows, type RowOperator, rowOperators } from './expression/row-shape.ts';
export { rowsToSource } from './expression/rows.ts';
export { showValue } from './expression/show.ts';
export { parseText, type TextPart, writeText } from './expression/text.ts';
export { type Comparison, showComparison } from './expression/trace.ts';
export { fromJson, type Location, type Media, toJson, type Value, type ValueMap, type ValueType } from './expression/value.ts';
export { answerType, checkForm, type FormCheckFacts } from './form/check.ts';
export { type CompiledForm, compileForm } from './form/compile.ts';
export { emptyForm, FormDocument, type FormFace, type FormScreen, FormSettings, fieldsOf, formFaces } from './form/document.ts';
export type { FormFacts } from './form/facts.ts';
export {
  FormField,
  type FormFieldKind,
  FormOption,
  type FormOptions,
  formFieldKinds,
  hasOptions,
  isAsked,
  isOfFiles,
} from './form/field.ts';
export { type Filled, type FormAct, fillForm, openForm, type Raws, viewOf } from './form/fill.ts';
export { type FormFinding, type FormFindingCode, formFindingCodes, formFindingTexts } from './form/finding.ts';
export { formFingerprintOf } from './form/fingerprint.ts';
export { type FlowFile, flowAnswers, flowFiles } from './form/flow/answers.ts';
export { checkFlow, type FlowFault } from './form/flow/check-flow.ts';
export { type FlowAnswered, type FlowRequest, type FlowResponse, flowEndpoint } from './form/flow/endpoint.ts';
export { fromFlowId, toFlowId } from './form/flow/flow-id.ts';
export type { FlowMode, FlowPlan } from './form/flow/flow-plan.ts';
export { dataApiVersion, type FlowLimit, flowLimits, readVersions, writtenVersion } from './form/flow/limits.ts';
export type { FlowNote } from './form/flow/notes.ts';
export { type FlowOptions, planFlow, unaskedOf } from './form/flow/plan.ts';
export { type FlowRead, readFlow } from './form/flow/read-flow.ts';
export type { FlowComponent, FlowJson, FlowScreen } from './form/flow/schema.ts';
export { flowOpening, toFlow } from './form/flow/to-flow.ts';
export { type FlowTexts, flowTexts } from './form/flow-texts.ts';
export { type FormTexts, faultWords, formTexts } from './form/form-texts.ts';
export { type Guessing, guessFields } from './form/guess-fields.ts';
export { formLimits } from './form/limits.ts';
export { type Answered, askFirst, type FormQuestion, type FormSaid, hearAnswer, questionOf, summary } from './form/question.ts';
export { type Raw, rawOf } from './form/raw.ts';
export { type ReadForm, readForm } from './form/read-form.ts';
export { type ShownField, type ShownScreen, showScreen } from './form/show.ts';
export { type FieldFault, type FormAnswers, type FormFaultCode, type FormState, type FormValues, formFaultCodes } from './form/state.ts';
export { type FlowDevice, flowFace } from './form/walk/flow-face.ts';
export type { FaceUnderTest, Meant, MeantValue, Played as FormPlayed, World as FormWorld } from './form/walk/meant.ts';
export { pageFace } from './form/walk/page-face.ts';
export { questionsFace } from './form/walk/questions-face.ts';
export { type FormWalk, type FormWalks, isSamePlay, playWalk, walkForm } from './form/walk.ts';
export { type Imported, type ImportNote, importTypebot, picturesOfTypebot, type TypebotPictures } from './import/typebot.ts';
export { isSafeCall, longestPauseSeconds, pausesOf, usualRetries } from './nodes/data.http/retries.ts';
export { httpMethods, type Retries } from './nodes/data.http/schema.ts';
export { wireAddressOf, wireBodyOf, wireHeadersOf } from './nodes/data.http/wire.ts';
export { mediaKinds } from './nodes/input.media/schema.ts';
export { type NodeType, nodeTypes } from './nodes/kinds.ts';
export type { Test } from './nodes/logic.condition/schema.ts';
export { caseOperators } from './nodes/logic.switch/schema.ts';
export type { WaitUntil } from './nodes/logic.wait/schema.ts';
export { copyCard } from './nodes/message.card/library.ts';
export type { Exit } from './nodes/shared/exits.ts';
export { concealTest, hasSensitive } from './rehearsal/conceal.ts';
export type { Difference } from './rehearsal/differ.ts';
export { type NodePlace, type Parting, type Passed, type Played, partingOf, type Way } from './rehearsal/part.ts';
export { type PatternWords, patternInWords } from './rehearsal/pattern.ts';
export { type NotedTurn, noteTurn, toRecord } from './rehearsal/record.ts';
export { type Coverage, coverageOf, type Rehearsed, rehearse, type Stage } from './rehearsal/rehearse.ts';
export { rightNow } from './rehearsal/right-now.ts';
export { shownOf } from './rehearsal/show.ts';
export { type Expectation, type RecordedTurn, type RehearsedTurn, TestCase } from './rehearsal/test-case.ts';
export { latestDue, nextDue } from './schedule/due.ts';
