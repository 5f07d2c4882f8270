#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "process_group_test.h"

// What one tensor of a test looks like.
struct Shape {
  at::ScalarType type;
  std::int64_t size;  // elements
};

// The same from one rank to the others, or from the others to it.
struct RootedShape {
  Shape shape;
  int root;
};

std::string shape_name(const ::testing::TestParamInfo<Shape>& shape);
std::string rooted_shape_name(const ::testing::TestParamInfo<RootedShape>& rooted);

// A single element, odd sizes, a page and more: what goes through different paths of a collective.
std::vector<Shape> shapes_of(at::ScalarType type);

// Some of those sizes, from and to each rank.
std::vector<RootedShape> rooted_shapes_of(at::ScalarType type);

// What rank `rank` brings to a collective: small numbers, so that the product over all ranks fits
// into a byte, different in neighbouring elements and between ranks.
at::Tensor input_of(int rank, const Shape& shape);

// The inputs of all ranks, put together one after the other.
at::Tensor folded_inputs(const Shape& shape,
                         const std::function<at::Tensor(at::Tensor, at::Tensor)>& fold);

::testing::AssertionResult same(const at::Tensor& found, const at::Tensor& expected);

// Fixtures of parameterised classes: all methods run for each shape.
class CollectiveTest : public ProcessGroupTest, public ::testing::WithParamInterface<Shape> {};
class RootedTest : public ProcessGroupTest, public ::testing::WithParamInterface<RootedShape> {};
