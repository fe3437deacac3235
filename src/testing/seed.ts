/** Property tests draw the same cases in every run; SALLYPORT_SEED draws others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.SALLYPORT_SEED ?? "20261115") });
