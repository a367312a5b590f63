export type { KnownFlow, Registration } from './control.ts';
export { createSimulatorControl, type SimulatorControl, SimulatorRefusal } from './control-client.ts';
export { sandboxApp } from './families/meta-partner.ts';
export { partnerKey } from './families.ts';
export type { Option as FlowOption, PhoneFlow, Refusal as PhoneRefusal } from './flow-component.ts';
export { type SealedFlow, type SealedRequest, sealFlowRequest } from './flow-crypto.ts';
export {
  actOnPhone,
  answerPhone,
  closedPhone,
  FlowPhone,
  type PhoneAct,
  type PhoneTurn,
  type SeenScreen,
  seePhone,
} from './flow-phone.ts';
export type { PhoneRequest, PhoneState } from './flow-state.ts';
export { type PaymentSimulator, signHook, signPayment, startPaymentSimulator } from './payments.ts';
export { type Simulator, type SimulatorAddress, startSimulator } from './server.ts';
