/** Programs on real objects: run, judged, recorded, and the levels that they keep. */
export { derive, type Derivation, type DerivePlan } from "@sightline/lab";
export { openTarget, type OpenTargetOptions, type Target, TargetFailure } from "@sightline/lab";
export { type ProgramResult, runTests, type TestPlan } from "@sightline/lab";
export { type RecordedProgram, recordPrograms } from "@sightline/lab";
export { findShippedSpec, type ObjectSpec, readSpec, SpecError } from "@sightline/lab";
