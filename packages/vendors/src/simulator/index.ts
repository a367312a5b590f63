export type { Registration } from './control.ts';
export { createSimulatorControl, type SimulatorControl, SimulatorRefusal } from './control-client.ts';
export { sandboxApp } from './families/meta-partner.ts';
export { partnerKey } from './families.ts';
export { type PaymentSimulator, signHook, signPayment, startPaymentSimulator } from './payments.ts';
export { type Simulator, type SimulatorAddress, startSimulator } from './server.ts';
