#pragma once

#include <string>

#include "manifest/target_manifest.h"
#include "session/process_launcher.h"
#include "session/session.h"

namespace carpool {

// What a target's manifest says about running it, in the terms of sessions.

WorkerCommand worker_command(const TargetManifest& manifest);
SessionRules session_rules(const TargetManifest& manifest);

// What the tests need and this machine has not; empty where nothing is missing.
std::string what_this_machine_lacks(const TargetManifest& manifest);

}  // namespace carpool
