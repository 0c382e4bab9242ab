import { lazy, type ComponentType } from "react";
import { Route, Routes } from "react-router";
import { NotFoundPage } from "./routes/not-found.tsx";

/** A page in a chunk of its own; modules export their page by name. */
const page = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const Home = page(() => import("./routes/home.tsx"), "HomePage");
const Auth = page(() => import("./routes/auth.tsx"), "AuthPage");
const Welcome = page(() => import("./routes/welcome.tsx"), "WelcomePage");
const HowItWorks = page(() => import("./routes/how-it-works.tsx"), "HowItWorksPage");
const Terms = page(() => import("./routes/legal.tsx"), "TermsPage");
const Privacy = page(() => import("./routes/legal.tsx"), "PrivacyPage");
const ResponsibleGaming = page(() => import("./routes/legal.tsx"), "ResponsibleGamingPage");
const CancelAccount = page(() => import("./routes/cancel-account.tsx"), "CancelAccountPage");
const LogoutTest = page(() => import("./routes/logout-test.tsx"), "LogoutTestPage");

/** Path to page; every page but the not-found one is loaded when first visited. */
export const AppRoutes = () => (
  <Routes>
    <Route path="/" element={<Home />} />
    <Route path="/auth" element={<Auth />} />
    <Route path="/welcome" element={<Welcome />} />
    <Route path="/how-it-works" element={<HowItWorks />} />
    <Route path="/terms" element={<Terms />} />
    <Route path="/privacy" element={<Privacy />} />
    <Route path="/responsible-gaming" element={<ResponsibleGaming />} />
    <Route path="/cancel-account" element={<CancelAccount />} />
    <Route path="/logout-test" element={<LogoutTest />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);
