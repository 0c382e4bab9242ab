import { z } from "zod";
import { plans } from "../../constants/plans.ts";

export const planSchema = z.enum(plans, { message: "Please select a subscription plan" });
